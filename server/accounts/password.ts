import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import { concurrentHashesMax, queuedHashesMax } from '#contract/limits/accounts.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getNetwork } from '#server/kit/limits/client-network.ts'
import { makeSemaphore } from '#server/kit/limits/semaphore.ts'
import { isCommonPassword } from './common-passwords.ts'

const argon2Async = promisify(argon2)
const inTurn = makeSemaphore({ atOnce: concurrentHashesMax, waitingMax: queuedHashesMax })

/**
 * Runs in Node's thread pool behind a semaphore in which networks take turns: a burst of logins
 * leaves threads to other work, and one network's burst leaves room for other networks.
 */
const derive = (address: string, ...given: Parameters<typeof argon2Async>) =>
  inTurn(getNetwork(address), () => argon2Async(...given))

/** Argon2id at OWASP's recommended cost: 19 MiB, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/**
 * Hashes a password with a random salt; the result names its parameters, so that the cost can be
 * raised later. Refuses if too many hashes are queued already, most of them from the same address;
 * so does `checkPassword`. Commands and the seed have no address.
 */
export async function hashPassword(password: string, address = ''): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(address, 'argon2id', { ...cost, message: password, nonce: salt })
  const { memory, passes, parallelism } = cost
  return [
    '$argon2id$v=19',
    `m=${memory},t=${passes},p=${parallelism}`,
    salt.toString('base64url'),
    tag.toString('base64url'),
  ].join('$')
}

/** Hashes a new password. Refuses the most common ones, with the error at `field`. */
export async function hashNewPassword(
  { change }: Pick<Context, 'change'>,
  password: string,
  field = 'password',
): Promise<string> {
  if (await isCommonPassword(password)) {
    const { mostUsedPassword } = accountRefusals
    throw new Refused(mostUsedPassword, { errors: { [field]: mostUsedPassword.message } })
  }
  return hashPassword(password, change?.address)
}

const dummyHash = hashPassword(randomBytes(16).toString('base64url'))

/**
 * Whether the password matches the hash. Without a hash (unknown person, or no password yet) it
 * takes as long and returns false.
 */
export async function checkPassword(
  password: string,
  hash: string | null,
  address = '',
): Promise<boolean> {
  const { salt, tag, ...costs } = parseHash(hash ?? (await dummyHash))
  const asked = { ...costs, tagLength: tag.length, message: password, nonce: salt }
  const given = await derive(address, 'argon2id', asked)
  return timingSafeEqual(given, tag) && hash !== null
}

/** Whether a stored hash was made at a lower cost than today's; false without one. */
export function needsRehash(hash: string | null): boolean {
  if (hash === null) return false
  const { memory, passes } = parseHash(hash)
  return memory < cost.memory || passes < cost.passes
}

function parseHash(hash: string) {
  const [, , , costs = '', salt = '', tag = ''] = hash.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = costs
    .split(',')
    .map((one) => Number(one.slice(2)))
  return {
    memory,
    passes,
    parallelism,
    salt: Buffer.from(salt, 'base64url'),
    tag: Buffer.from(tag, 'base64url'),
  }
}
