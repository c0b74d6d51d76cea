/** A call of the OpenAPI document, as `openapi-typescript` describes it. */
type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : never

/** The parameters and the body of a call; `key` is its `Idempotency-Key`. */
type Input<Call> = { key?: string } & (Call extends { parameters: infer All }
  ? Omit<All, 'header'>
  : unknown) &
  (Call extends { requestBody: infer Body }
    ? { body: Json<Body> }
    : Call extends { requestBody?: infer Body }
      ? { body?: Json<NonNullable<Body>> }
      : unknown)

type Reply<Call> = Call extends { responses: { 200: infer Ok } } ? Json<Ok> : never
type Items<Call> = Reply<Call> extends (infer Item)[] ? Item : never

type Page<Item> = { answer: Item[]; next: string | undefined }
type Sent = { path?: object; query?: object; body?: unknown; key?: string }

/** An error reply of the server; `errors` are its messages by field. */
export class WeekwardError extends Error {
  readonly status: number
  readonly errors: Record<string, string>

  constructor(status: number, { message = '', errors = {} }) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** A client of a Weekward server for the calls in `Paths`, with an API token. */
export function makeClient<Paths extends object>({ url, token }: { url: string; token: string }) {
  async function send(method: string, address: string, { body, key }: Sent) {
    const headers = new Headers({ authorization: `Bearer ${token}` })
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (key !== undefined) headers.set('idempotency-key', key)
    const text = body === undefined ? null : JSON.stringify(body)
    const reply = await fetch(new URL(address, url), { method, headers, body: text })
    const answer = await reply.json()
    if (!reply.ok) throw new WeekwardError(reply.status, answer)
    return { answer, next: reply.headers.get('link')?.match(/<(.+)>; rel="next"/)?.[1] }
  }

  /** Makes a call and returns its reply; throws a `WeekwardError`. */
  async function call<
    Path extends keyof Paths & string,
    Method extends keyof Paths[Path] & ('get' | 'post' | 'put' | 'patch'),
  >(
    method: Method,
    path: Path,
    input: Input<Paths[Path][Method]>,
  ): Promise<Reply<Paths[Path][Method]>> {
    return (await send(method.toUpperCase(), toAddress(path, input), input)).answer
  }

  /** Reads the whole of a list, page by page. */
  async function* readList<
    Path extends {
      [P in keyof Paths]: Paths[P] extends { get: unknown } ? P : never
    }[keyof Paths] &
      string,
  >(
    path: Path,
    input: Input<Paths[Path]['get' & keyof Paths[Path]]>,
  ): AsyncGenerator<Items<Paths[Path]['get' & keyof Paths[Path]]>> {
    for (let next: string | undefined = toAddress(path, input); next; ) {
      const page: Page<Items<Paths[Path]['get' & keyof Paths[Path]]>> = await send('GET', next, {})
      yield* page.answer
      next = page.next
    }
  }

  return { call, readList }
}

/** A path with its parameters and its query. */
function toAddress(path: string, { path: values = {}, query = {} }: Sent): string {
  const given = new Map(Object.entries(values))
  const filled = path.replace(/{(\w+)}/g, (_, name: string) =>
    encodeURIComponent(String(given.get(name))),
  )
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  return asked.length > 0 ? `${filled}?${new URLSearchParams(asked)}` : filled
}
