// Reads a JSON list of LaTeX formulas from standard input; prints a JSON list of [formula, error] for those KaTeX rejects.
const katex = require("katex");
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
const rejected = [];
for (const formula of formulas) {
  try {
    katex.renderToString(formula, { displayMode: true, strict: "error", throwOnError: true });
  } catch (error) {
    rejected.push([formula, error.message]);
  }
}
console.log(JSON.stringify(rejected));
