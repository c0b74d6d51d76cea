import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the folder, or its nearest ancestor that exists. */
export function findExistingAncestor(folder: string): string {
  let there = folder
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  return there
}

/** Says why this user cannot write to a folder; undefined if they can, or can create it. */
export function findFolderProblem(folder: string): string | undefined {
  const place = findExistingAncestor(folder)
  if (place === folder) {
    if (!isFolder(folder)) return `${folder} is not a folder`
    return canWrite(folder) ? undefined : `this user cannot write to ${folder}`
  }
  if (isFolder(place) && canWrite(place)) return undefined
  return `${folder} does not exist and this user cannot create it`
}

/** The advice for such a folder. */
export const folderAdvice =
  'Create it and give it to the user that runs the server (mkdir -p, chown -R). A systemd service also needs ReadWritePaths= for it. Or run this check as that user.'

function isFolder(path: string): boolean {
  return statSync(path).isDirectory()
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
