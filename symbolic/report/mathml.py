"""Formulas as MathML for browsers, or None where the author's LaTeX goes beyond what can be shown for certain."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

SPACE = "http://www.w3.org/1998/Math/MathML"

#: Elements and attributes of MathML that a page may hold; whatever else comes out of a formula, it is not shown.
ELEMENTS = frozenset(
    re.findall(
        r"\w+",
        """
        math mrow mi mn mo mtext mspace msub msup msubsup munder mover munderover mfrac msqrt mroot mtable mtr mtd
        mstyle mpadded mphantom menclose mmultiscripts
        """,
    )
)
ATTRIBUTES = frozenset(
    re.findall(
        r"\w+",
        """
        display displaystyle scriptlevel stretchy fence form separator lspace rspace width height depth mathvariant
        linethickness accent accentunder movablelimits columnalign rowspacing columnspacing minsize maxsize
        """,
    )
)

_DRESS = re.compile(
    r"\\(?:label|tag\*?)\{[^}]*\}|\\(?:nonumber|notag|displaystyle)(?![A-Za-z])|\\(?:begin|end)\{(?:aligned|split|"
    r"align\*?|gather\*?|gathered|equation\*?|multline\*?)\}|(?<!\\)&|\\\\(?:\[[^\]]*\])?"
)


def mathml(latex: str) -> str | None:
    """The formula as one `math` element.

    >>> mathml("d_k")
    '<math display="block"><mrow><msub><mi>d</mi><mi>k</mi></msub></mrow></math>'
    >>> mathml(r"\\unknown{x}") is None
    True
    """
    from latex2mathml.converter import convert

    plain = latex if re.search(r"\\begin\{(?!aligned|split|align|gather|equation|multline)", latex) else dressed(latex)
    try:
        root = ElementTree.fromstring(convert(plain, display="block"))
    except Exception:
        return None
    if not _known(root):
        return None
    ElementTree.register_namespace("", SPACE)
    return ElementTree.tostring(root, encoding="unicode").replace(f' xmlns="{SPACE}"', "")


def dressed(latex: str) -> str:
    """One chain without labels, alignment and line breaks."""
    return " ".join(_DRESS.sub(" ", latex).split())


def _known(root: ElementTree.Element) -> bool:
    for element in root.iter():
        name = str(element.tag).removeprefix(f"{{{SPACE}}}")
        if name not in ELEMENTS or "\\" in (element.text or "") or not ATTRIBUTES.issuperset(element.attrib):
            return False
    return True
