const hidden = '***'
/** Shorter texts occur in sentences by chance; the settings require longer secrets. */
const shortest = 4

/** Settings that are secret as a whole. */
const whole = ['TURN_SECRET', 'METRICS_TOKEN', 'ADMIN_PASSWORD']
/** Settings that are URLs with a password. */
const addresses = ['DATABASE_URL', 'SMTP_URL']

/**
 * Returns a function that removes the settings' secrets from a text, in any encoding: messages of
 * mail servers and libraries may repeat them.
 */
export function makeSecretRedactor(environment: NodeJS.ProcessEnv): (text: string) => string {
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

/** The password of a URL; for an invalid URL, all that may be its password. */
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
