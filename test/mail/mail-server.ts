import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A received mail: the envelope's addresses, and the text with headers. */
type ReceivedMail = { from: string; to: string[]; text: string }

/** A mail server's refusal, such as 550 and '5.1.1 No such user'. */
type Refusing = { code: number; text: string }

/** Failures of a mail server, which a test changes while it runs. */
type MailFailure = {
  /** The response to the sender, to the recipient, or to the whole mail. */
  sender?: Refusing | undefined
  recipient?: Refusing | undefined
  mail?: Refusing | undefined
  /** Accepts the mail, then closes the connection without a response. */
  dropsAnswer?: boolean
  /** Never answers the sender. */
  isSilent?: boolean
  /** Awaited before a mail is accepted. */
  whileReading?: () => Promise<void>
}

const quietWithinMs = 5_000

/** A real mail server on loopback that stores mails. `url` is for SMTP_URL. */
export async function startMailServer(port = 0) {
  const mails: ReceivedMail[] = []
  const failure: MailFailure = {}
  const sockets = new Set<Socket>()
  let connected = 0
  let wake = () => {}
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom(_address, _session, done) {
      if (!failure.isSilent) done(getError(failure.sender))
    },
    onRcptTo: (_address, _session, done) => done(getError(failure.recipient)),
    onData(stream, { envelope }, done) {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', async () => {
        await failure.whileReading?.()
        const refused = getError(failure.mail)
        if (refused) return done(refused)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
        wake()
        if (!failure.dropsAnswer) return done()
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    connected += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // A killed client's incomplete mail does not count.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // A server on a port has an address with a port.
  const address = server.server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      // Clients keep their connection for the next mail.
      for (const socket of sockets) socket.destroy()
    })
  /** Waits for the next mail. Its sender is just getting the response. */
  const nextMail = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  /** Waits until everything sent by a killed client is read. */
  async function untilQuiet() {
    const deadline = performance.now() + quietWithinMs
    while (server.connections.size > 0 && performance.now() < deadline) await setTimeout(5)
  }
  return {
    mails,
    trouble: failure,
    /** The number of connections so far. */
    connected: () => connected,
    nextMail,
    untilQuiet,
    stop,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
  }
}

function getError(refusing: Refusing | undefined): Error | undefined {
  return refusing && Object.assign(new Error(refusing.text), { responseCode: refusing.code })
}

const dribbleMs = 20

/**
 * A mail server that accepts a mail and never ends its response: a line now and then prevents a
 * timeout. `closed` resolves when the client is gone.
 */
export async function startTarpit() {
  let gone = () => {}
  const closed = new Promise<void>((resolve) => {
    gone = resolve
  })
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    say('220 tarpit')
    let text = ''
    socket.on('data', (part: string) => {
      text += part
      if (text.includes('\r\n.\r\n')) {
        const dribble = setInterval(() => say('250-wait'), dribbleMs)
        socket.on('close', () => clearInterval(dribble))
        text = ''
        return
      }
      if (text.startsWith('EHLO')) say('250 tarpit')
      else if (/^(MAIL|RCPT)/.test(text)) say('250 ok')
      else if (text.startsWith('DATA')) say('354 go on')
      else return
      text = ''
    })
    socket.on('close', gone)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { closed, stop, url: `smtp://127.0.0.1:${port}` }
}
