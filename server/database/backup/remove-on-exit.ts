import { rmSync } from 'node:fs'

const paths = new Set<string>()

/**
 * Removes a file or folder when this process exits, also after a signal. Returns a function that
 * removes it now.
 */
export function removeOnExit(path: string): () => void {
  if (paths.size === 0) process.once('exit', removeAll)
  paths.add(path)
  return () => {
    paths.delete(path)
    if (paths.size === 0) process.off('exit', removeAll)
    remove(path)
  }
}

function removeAll(): void {
  for (const path of paths) remove(path)
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
}
