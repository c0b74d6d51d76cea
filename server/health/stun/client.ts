import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { secondMs } from '#contract/kit/time/durations.ts'
import {
  allocateMethod,
  bindingMethod,
  type Credentials,
  decodeResponse,
  encodeRequest,
  getMessageLength,
  refreshMethod,
  type StunResponse,
} from './message.ts'

/** The address and the protocol of a STUN or TURN server. */
type ServerAddress = { host: string; port: number; by: 'udp' | 'tcp' | 'tls' }

/** A connection to a server; `ask` throws an Error if no response comes. */
type Connection = {
  ask: (request: Parameters<typeof encodeRequest>[0]) => Promise<StunResponse>
  close: () => void
}

/**
 * UDP packets may be lost: the request is sent again after this time, then after twice as long (RFC
 * 8489, 6.2.1).
 */
const firstRetryMs = secondMs / 2

/** Sends a binding request to a STUN server and returns the address at which it sees us. */
export async function queryStunServer(
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const line = await open(parseAddress(url), signal)
  try {
    const { isSuccess, error, mapped } = await line.ask({ method: bindingMethod })
    if (!isSuccess) throw new Error(`it answers ${formatError(error)}`)
    return mapped
  } finally {
    line.close()
  }
}

/**
 * Allocates a relay address at a TURN server, as a call would, releases it and returns it. Throws
 * `CredentialsRejectedError` if the server rejects the credentials.
 */
export async function queryTurnServer(
  url: string,
  { username, password }: Pick<Credentials, 'username' | 'password'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const line = await open(parseAddress(url), signal)
  const ask = (credentials?: Credentials) =>
    line.ask({ method: allocateMethod, asksForRelay: true, credentials })
  try {
    const first = await ask()
    if (first.isSuccess) throw new Error('it relays for anyone, without credentials')
    if (first.error?.code !== 401 || first.realm === undefined || first.nonce === undefined) {
      throw new Error(`it answers ${formatError(first.error)}`)
    }
    const credentials = { username, password, realm: first.realm, nonce: first.nonce }
    const { isSuccess, error, relayed } = await ask(credentials)
    if (error?.code === 401) throw new CredentialsRejectedError()
    if (!isSuccess) throw new Error(`it answers ${formatError(error)}`)
    // A failure is ignored: an allocation that is not refreshed expires.
    await line.ask({ method: refreshMethod, lifetime: 0, credentials }).catch(() => {})
    return relayed
  } finally {
    line.close()
  }
}

/** Thrown when a TURN server rejects the credentials. */
export class CredentialsRejectedError extends Error {
  constructor() {
    super('it rejects the credentials')
  }
}

function formatError(error: StunResponse['error']): string {
  return error ? `${error.code} ${error.reason}`.trim() : 'with something unexpected'
}

/** Reads `stun:host:port` and `turns:host:port?transport=tcp` (RFC 7064 and 7065). */
function parseAddress(url: string): ServerAddress {
  const [, scheme = '', name = '', port, transport] =
    url.match(/^(\w+):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(\w+))?$/) ?? []
  const isSecure = scheme.endsWith('s')
  if (isSecure && transport === 'udp') throw new Error('DTLS cannot be checked from here')
  return {
    host: name.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (isSecure ? 5349 : 3478)),
    by: isSecure ? 'tls' : transport === 'tcp' ? 'tcp' : 'udp',
  }
}

async function open(place: ServerAddress, signal: AbortSignal): Promise<Connection> {
  return place.by === 'udp' ? openUdp(place, signal) : openStream(place, signal)
}

async function openUdp({ host, port }: ServerAddress, signal: AbortSignal): Promise<Connection> {
  const { address, family } = await lookup(host)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.connect(port, address, resolve)
  })
  return {
    close: () => socket.close(),
    ask(request) {
      const { bytes, id } = encodeRequest(request)
      return waitForAnswer(signal, (resolve, reject) => {
        let again: NodeJS.Timeout | undefined
        const send = (waitMs: number) => {
          socket.send(bytes)
          again = setTimeout(() => send(2 * waitMs), waitMs)
        }
        const onMessage = (datagram: Buffer) => {
          const answer = decodeResponse(datagram, id)
          if (answer) resolve(answer)
        }
        socket.on('message', onMessage)
        // ICMP reports a closed port as an error.
        socket.on('error', reject)
        send(firstRetryMs)
        return () => {
          clearTimeout(again)
          socket.off('message', onMessage)
          socket.off('error', reject)
          socket.on('error', () => {})
        }
      })
    },
  }
}

async function openStream(
  { host, port, by }: ServerAddress,
  signal: AbortSignal,
): Promise<Connection> {
  const socket: Socket =
    by === 'tls'
      ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }) })
      : connectTcp({ host, port })
  try {
    await waitForAnswer<void>(signal, (resolve, reject) => {
      socket.once(by === 'tls' ? 'secureConnect' : 'connect', () => resolve())
      socket.once('error', reject)
      return () => socket.off('error', reject).on('error', () => {})
    })
  } catch (error) {
    socket.destroy()
    throw error
  }
  return {
    close: () => socket.destroy(),
    ask(request) {
      const { bytes, id } = encodeRequest(request)
      return waitForAnswer(signal, (resolve, reject) => {
        let read = Buffer.alloc(0)
        const onData = (part: Buffer) => {
          read = Buffer.concat([read, part])
          for (
            let length = getMessageLength(read);
            length && read.length >= length;
            length = getMessageLength(read)
          ) {
            const answer = decodeResponse(read, id)
            if (answer) resolve(answer)
            read = read.subarray(length)
          }
        }
        const onClose = () => reject(new Error('it closed the connection'))
        socket.on('data', onData).on('close', onClose)
        socket.write(bytes)
        return () => socket.off('data', onData).off('close', onClose)
      })
    },
  }
}

type Begin<T> = (resolve: (answer: T) => void, reject: (error: Error) => void) => () => unknown

/**
 * Waits until `begin` resolves or rejects, or the signal aborts; then calls the cleanup that
 * `begin` returned.
 */
function waitForAnswer<T>(signal: AbortSignal, begin: Begin<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = () => reject(new Error('it does not answer'))
  signal.addEventListener('abort', late)
  if (signal.aborted) late()
  const end = begin(resolve, reject)
  return promise.finally(() => {
    signal.removeEventListener('abort', late)
    end()
  })
}
