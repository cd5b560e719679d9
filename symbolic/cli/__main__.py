"""`python -m symbolic.cli` is the command `companion`."""

from symbolic.cli import main

raise SystemExit(main())
