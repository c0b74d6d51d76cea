const hidden = '***'
/** A shorter word is in any sentence by chance; the settings themselves ask for more. */
const shortest = 4

/** The settings that are a secret as a whole. */
const whole = ['TURN_SECRET', 'METRICS_TOKEN', 'ADMIN_PASSWORD']
/** Those that hold one. */
const addresses = ['DATABASE_URL', 'SMTP_URL']

/**
 * How to take the secrets of the settings out of a text, however they are written: what a mail server
 * or a library says may repeat what it was given.
 */
export function redactSecrets(environment: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = [
    ...whole.map((name) => environment[name] ?? ''),
    ...addresses.flatMap((name) => findPasswords(environment[name] ?? '')),
    ...findCredentials(environment.ICE_SERVERS ?? ''),
  ]
  const written = [...new Set(secrets.flatMap(listEncodings))]
    .filter((secret) => secret.length >= shortest)
    .sort((a, b) => b.length - a.length)
  return (text) => {
    const safe = text.replace(/(\w:\/\/)[^\s/]*@/g, `$1${hidden}@`)
    return written.reduce((said, secret) => said.replaceAll(secret, hidden), safe)
  }
}

/** Of an address that cannot be read, all that may be its password. */
function findPasswords(address: string): string[] {
  const [, user = '', rest = ''] = address.match(/^\w*:\/*([^:]*):(.*)$/s) ?? []
  const read = URL.parse(address)
  const password = read?.password ?? ''
  const atLast = rest.lastIndexOf('@')
  const guessed = atLast === -1 ? '' : rest.slice(0, atLast)
  const plain = Buffer.from(`\0${decoded(user)}\0${decoded(password)}`)
  return [password, guessed, password && plain.toString('base64')]
}

function findCredentials(servers: string): string[] {
  return [...servers.matchAll(/"credential"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, credential = '']) => credential,
  )
}

function listEncodings(secret: string): string[] {
  const plain = decoded(secret)
  return [secret, plain, encodeURIComponent(plain), Buffer.from(plain).toString('base64')]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
