import { createInterface } from 'node:readline/promises'

type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

/** Asks a question. Returns true for `y` and `yes`; closing the terminal means no. */
export async function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<boolean> {
  const terminal = createInterface({ input, output })
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed])
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
