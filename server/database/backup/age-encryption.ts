import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'

/** The first line of every age file. */
export const ageHeader = 'age-encryption.org/v1\n'

/** Returns the first bytes of a file as Latin-1 text, enough to recognise an age file. */
export function readFileHeader(file: string): string {
  const beginning = Buffer.alloc(ageHeader.length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, beginning)
  } finally {
    closeSync(descriptor)
  }
  return beginning.toString('latin1')
}

/** Readable and writable by the owner only. */
const newFile = { mode: 0o600 }

/** Throws an Error if the key is not an age public key. */
export async function assertBackupKey(key: string): Promise<void> {
  const { Encrypter } = await import('age-encryption')
  try {
    new Encrypter().addRecipient(key)
  } catch (error) {
    throw new Error(`BACKUP_KEY is not an age public key: ${getErrorMessage(error)}`, {
      cause: error,
    })
  }
}

/**
 * Encrypts a file for a public key, as a stream, and returns the SHA-256 of the encrypted file.
 * Only the holder of the private key can decrypt it.
 */
export async function encryptFile(plain: string, target: string, key: string): Promise<string> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(key)
  const encrypted = await encrypter.encrypt(openStream(plain))
  const hash = createHash('sha256')
  await pipeline(
    encrypted,
    async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        hash.update(piece)
        yield piece
      }
    },
    createWriteStream(target, newFile),
  )
  return hash.digest('hex')
}

/** Decrypts a file, as a stream, with the private keys of an identity file. */
export async function decryptFile(
  encrypted: string,
  target: string,
  identityFile: string,
): Promise<void> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of readIdentities(identityFile)) decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(openStream(encrypted))
  await pipeline(plain, createWriteStream(target, newFile))
}

/** Reads the format of `age-keygen`: one key a line, and comment lines. */
function readIdentities(file: string): string[] {
  if (!existsSync(file)) throw new Error(`there is no identity file ${file}`)
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const identities = lines
    .map((line) => line.trim())
    .filter((line) => /^AGE-SECRET-KEY-/.test(line))
  if (identities.length > 0) return identities
  throw new Error(
    `${file} holds no identity: an identity is a line that starts with AGE-SECRET-KEY-`,
  )
}

function openStream(file: string): ReadableStream<Uint8Array> {
  const pieces = createReadStream(file)[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}
