/** Prints the problems found, one a line. The process fails if there are any. */
export function reportProblems(problems: string[]): void {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
