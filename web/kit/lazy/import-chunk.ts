/**
 * Why code failed to load: the server is unreachable; it answers with an error; it has a new
 * version of the page, with other files; or the browser caches a failed module and does not request
 * it again.
 */
export type ChunkFailure = 'offline' | 'server fault' | 'new version' | 'failure cached'

/** A file of the page's code failed to load. */
export class ChunkLoadError extends Error {
  readonly why: ChunkFailure
  /** The file's path from the site's root; the page itself if it is unknown. */
  readonly file: string

  constructor(
    why: ChunkFailure,
    { cause, file = 'index.html' }: { cause?: unknown; file?: string },
  ) {
    super(`A file of the page failed to load: ${why}`, { cause })
    this.why = why
    this.file = file
  }
}

/** The timeout for one file, in ms. */
const fileTimeoutMs = 30_000

/** The loaded files and those in flight, by path. */
const inFlight = new Map<string, Promise<void>>()

let isStarting = true

/**
 * Sets whether the page is about to show its first screen, or the app after a login. Chunks are
 * then imported at once, all in parallel.
 */
export function setPageStarting(is: boolean): void {
  isStarting = is
}

/**
 * Imports a chunk. The build wraps each `import()` in this; `files` are the chunk's files, from the
 * site's root. Most browsers never request a failed module again, not even by `import()`, so the
 * files are fetched first and imported from the browser's cache once all have arrived. Raises
 * ChunkLoadError.
 */
export async function importChunk<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  try {
    return await (isStarting ? importAtOnce(load, files) : importAfter(load, files))
  } catch (error) {
    if (error instanceof ChunkLoadError || !(error instanceof TypeError)) throw error
    // Either the connection failed, which is raised here, or all files are cached now.
    return await importAfter(load, files).catch((again: unknown) => {
      throw again instanceof ChunkLoadError
        ? again
        : new ChunkLoadError('failure cached', { cause: again })
    })
  }
}

async function importAfter<T>(load: () => Promise<T>, files: string[]): Promise<T> {
  await Promise.all(files.map((file) => inFlight.get(file) ?? track(file, fetchIntoCache(file))))
  return importNow(load, files)
}

function importAtOnce<T>(load: () => Promise<T>, files: string[]): Promise<T> {
  for (const file of files) preload(`/${file}`)
  const loading = importNow(load, files)
  for (const file of files) {
    if (!inFlight.has(file))
      track(
        file,
        loading.then(doNothing, () => fetchIntoCache(file)),
      )
  }
  return loading
}

/** A failed import is fetched again the next time. */
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
export async function fetchIntoCache(file: string): Promise<void> {
  const response = await attempt(fetch(`/${file}`, { signal: AbortSignal.timeout(fileTimeoutMs) }))
  if (response?.status === 404) throw await explainNotFound(file)
  const content = response?.ok ? await attempt(response.arrayBuffer()) : undefined
  if (!content)
    throw new ChunkLoadError(response?.ok === false ? 'server fault' : 'offline', { file })
}

/** A file that the server lacks belongs to another version of the page. */
async function explainNotFound(file: string): Promise<Error> {
  const served = await attempt(fetch('/index.html', { cache: 'no-store' }))
  const page = served?.ok ? await attempt(served.text()) : undefined
  if (page === undefined) return new ChunkLoadError('offline', { file })
  // The document that the server sends now still names this very file.
  const isSameVersion = page.includes(new URL(import.meta.url).pathname)
  return isSameVersion
    ? new Error(`The server has no ${file}`)
    : new ChunkLoadError('new version', { file })
}

function attempt<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(doNothing)
}

function doNothing(): undefined {}
