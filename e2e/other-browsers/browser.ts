/** A window of a browser that Playwright does not drive, and what a test does with it. */
export type Browser = {
  /** Goes to an address of the school and waits until its document has been read. */
  open: (path: string) => Promise<void>
  /** Runs an expression in the page and answers what it comes to, as far as JSON can say it. */
  run: (expression: string) => Promise<unknown>
  /** Presses the mouse at a point of the window. */
  clickAt: (x: number, y: number) => Promise<void>
  press: (key: Key, held?: 'Control') => Promise<void>
  type: (text: string) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  takePicture: (path: string) => Promise<void>
  /** Errors of scripts and of the console since it was opened. */
  complaints: string[]
  close: () => Promise<void>
}

type Key = 'Enter' | 'Escape' | 'a' | 'k'

/** A browser that is running, and opens windows that know nothing of each other. */
export type Engine = {
  openWindow: (schoolUrl: string) => Promise<Browser>
  /** Whether it can hold a call. */
  hasCalls: boolean
  /** The narrowest window it can have. */
  narrowest: number
  end: () => Promise<void>
}

/** What a window has at first: a desk's. */
export const desk = { width: 1280, height: 800 }

/** Runs a function in the page, which knows nothing but what it is given, and answers its reply. */
export async function runIn<A extends unknown[], R>(
  { run }: Browser,
  code: (...given: A) => R,
  ...given: A
): Promise<Awaited<R>> {
  // The reply is the function's own, come back as JSON.
  return (await run(`(${code})(...${JSON.stringify(given)})`)) as Awaited<R>
}
