/**
 * Why code did not come: the server cannot be reached; it answers with a fault; it has a new version
 * of the page, which has other files; or the browser remembers that a file failed and does not ask
 * for it again.
 */
export type ChunkFailure = 'line down' | 'server fault' | 'new version' | 'remembered'

/** A file of the page's code did not come. */
export class ChunkLoadError extends Error {
  readonly why: ChunkFailure
  /** Which one, from the site's root; the page itself where that is not known. */
  readonly file: string

  constructor(
    why: ChunkFailure,
    { cause, file = 'index.html' }: { cause?: unknown; file?: string },
  ) {
    super(`Code of the page did not come: ${why}`, { cause })
    this.why = why
    this.file = file
  }
}

/** A file takes no longer than this, in ms, on a line that is worth waiting for. */
const fileTimeoutMs = 30_000

/** The files that are here or in flight, by their path. */
const inFlight = new Map<string, Promise<void>>()

let isStarting = true

/**
 * Says whether the page is about to show its first screen, or the app after a login. Its code is
 * then imported at once, all of it at the same time.
 */
export function setStarting(is: boolean): void {
  isStarting = is
}

/**
 * Imports a chunk; the build puts this around each `import()`, and `files` are those that it needs,
 * from the site's root. Most browsers never ask again for a module that could not be fetched once,
 * not even under `import()`: so the files are fetched first, and only imported when all of them are
 * here, out of the browser's cache. Raises ChunkLoadError.
 */
export async function importChunk<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  try {
    return await (isStarting ? importAtOnce(load, files) : importAfter(load, files))
  } catch (error) {
    if (error instanceof ChunkLoadError || !(error instanceof TypeError)) throw error
    // Either it was the line, and this says so, or all that is needed is here.
    return await importAfter(load, files).catch((again: unknown) => {
      throw again instanceof ChunkLoadError
        ? again
        : new ChunkLoadError('remembered', { cause: again })
    })
  }
}

async function importAfter<T>(load: () => Promise<T>, files: string[]): Promise<T> {
  await Promise.all(files.map((file) => inFlight.get(file) ?? track(file, fetchFile(file))))
  return importNow(load, files)
}

function importAtOnce<T>(load: () => Promise<T>, files: string[]): Promise<T> {
  for (const file of files) preload(`/${file}`)
  const loading = importNow(load, files)
  for (const file of files) {
    if (!inFlight.has(file))
      track(
        file,
        loading.then(doNothing, () => fetchFile(file)),
      )
  }
  return loading
}

/** What could not be imported is fetched anew when it is wanted again. */
async function importNow<T>(load: () => Promise<T>, files: string[]): Promise<T> {
  try {
    return await load()
  } catch (error) {
    for (const file of files) inFlight.delete(file)
    throw error
  }
}

function track(file: string, arrival: Promise<void>): Promise<void> {
  inFlight.set(file, arrival)
  arrival.catch(() => inFlight.delete(file))
  return arrival
}

function preload(href: string): void {
  if (document.querySelector(`link[href="${href}"], script[src="${href}"]`)) return
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }))
}

/** Fetches a file of the page into the browser's cache. Raises ChunkLoadError. */
export async function fetchFile(file: string): Promise<void> {
  const response = await attempt(fetch(`/${file}`, { signal: AbortSignal.timeout(fileTimeoutMs) }))
  if (response?.status === 404) throw await explainNotFound(file)
  const content = response?.ok ? await attempt(response.arrayBuffer()) : undefined
  if (!content)
    throw new ChunkLoadError(response?.ok === false ? 'server fault' : 'line down', { file })
}

/** A file that the server does not have belongs to a page that it does not serve any more. */
async function explainNotFound(file: string): Promise<Error> {
  const served = await attempt(fetch('/index.html', { cache: 'no-store' }))
  const page = served?.ok ? await attempt(served.text()) : undefined
  if (page === undefined) return new ChunkLoadError('line down', { file })
  // This very file is named in the document that began this page.
  const isSameVersion = page.includes(new URL(import.meta.url).pathname)
  return isSameVersion
    ? new Error(`The server has no ${file}`)
    : new ChunkLoadError('new version', { file })
}

function attempt<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(doNothing)
}

function doNothing(): undefined {}
