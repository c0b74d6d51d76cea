/** Thrown for a reply that is larger than allowed. */
export class TooLarge extends Error {
  constructor(message = 'the reply is too large') {
    super(message)
  }
}

/**
 * Reads a whole reply of at most so many bytes, and closes a larger one. Throws TooLarge, with the
 * message if one is given.
 */
export async function readAtMost(
  reply: AsyncIterable<Uint8Array>,
  maxBytes: number,
  message?: string,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of reply) {
    parts.push(part)
    bytes += part.length
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new TooLarge(message)
  }
  return Buffer.concat(parts)
}
