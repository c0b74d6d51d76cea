/** A window of a browser that Playwright does not drive. */
export type BrowserWindow = {
  /** Opens a path of the school and waits until its document is loaded. */
  open: (path: string) => Promise<void>
  /** Evaluates an expression in the page and returns its value as JSON. */
  run: (expression: string) => Promise<unknown>
  /** Clicks at a point of the window. */
  clickAt: (x: number, y: number) => Promise<void>
  press: (key: Key, held?: 'Control') => Promise<void>
  type: (text: string) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  takePicture: (path: string) => Promise<void>
  /** Script and console errors since it was opened. */
  complaints: string[]
  close: () => Promise<void>
}

type Key = 'Enter' | 'Escape' | 'a' | 'k'

/** A running browser. Its windows are isolated from each other. */
export type RunningBrowser = {
  openWindow: (schoolUrl: string) => Promise<BrowserWindow>
  /** Whether it supports calls. */
  hasCalls: boolean
  /** Its minimum window width. */
  narrowest: number
  end: () => Promise<void>
}

/** The initial window size. */
export const initialWindow = { width: 1280, height: 800 }

/** Runs a function in the page with the given arguments and returns its result. */
export async function runIn<A extends unknown[], R>(
  { run }: BrowserWindow,
  code: (...given: A) => R,
  ...given: A
): Promise<Awaited<R>> {
  // The function's result, decoded from JSON.
  return (await run(`(${code})(...${JSON.stringify(given)})`)) as Awaited<R>
}
