import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A mail as the server got it: the envelope's addresses, and the text with its headers. */
type ReceivedMail = { from: string; to: string[]; text: string }

/** What a mail server says instead of taking a mail, such as 550 and '5.1.1 No such user'. */
type Refusing = { code: number; text: string }

/** What goes wrong at a mail server; a test changes it while the server runs. */
type MailFailure = {
  /** Said to the sender, to the recipient, or to the whole mail. */
  sender?: Refusing | undefined
  recipient?: Refusing | undefined
  mail?: Refusing | undefined
  /** The mail is taken, and the connection breaks before the server can say so. */
  dropsAnswer?: boolean
  /** Waited for before a mail is taken. */
  whileReading?: () => Promise<void>
}

const quietWithinMs = 5_000

/** A real mail server on loopback that keeps what it gets; `url` is for SMTP_URL. */
export async function startMailServer(port = 0) {
  const mails: ReceivedMail[] = []
  const failure: MailFailure = {}
  const sockets = new Set<Socket>()
  let connected = 0
  let wake = () => {}
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, _session, done) => done(getError(failure.sender)),
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
  // A client that is killed breaks its connection off; what it had not sent to the end is no mail.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // It listens on a port, so its address is one with a port.
  const address = server.server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      // A client keeps its connection for its next mail.
      for (const socket of sockets) socket.destroy()
    })
  /** Waits for the next mail; whoever sends it is just being told that it is taken. */
  const nextMail = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  /** Waits until all that was on its way from somebody who has gone is read. */
  async function untilQuiet() {
    const deadline = performance.now() + quietWithinMs
    while (server.connections.size > 0 && performance.now() < deadline) await setTimeout(5)
  }
  return {
    mails,
    trouble: failure,
    /** How many connections there have been. */
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
 * A mail server that takes a mail and then never comes to the end of its answer: a line now and
 * then keeps every time-out of silence away. `closed` is when the client has gone.
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
