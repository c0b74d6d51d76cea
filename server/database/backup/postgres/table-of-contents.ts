import { text } from 'node:stream/consumers'
import { extensions } from '../../extensions.ts'
import { startProgram } from './programs.ts'

/**
 * Checks a backup's table of contents before any of it runs; throws an Error that names the first
 * entry that is not part of a school. `there` are the extensions that the database already has.
 * Since an entry's name proves nothing about its effect, the restored schema is compared as well.
 */
export async function assertExpectedContents(
  file: string,
  parts: string[],
  there: string[],
): Promise<void> {
  const { child, ended } = startProgram('pg_restore', ['--list', file])
  const [list] = await Promise.all([text(child.stdout), ended])
  const entries = list.split('\n').flatMap((line) => line.match(/^\d+; \d+ \d+ (.+)$/)?.[1] ?? [])
  const schema = entries.join('\n').match(/^TABLE (\S+) kysely_migration( |$)/m)?.[1] ?? 'public'
  const known = toEntries(parts, schema, [...extensions, ...there])
  const odd = entries.find((entry) => !isAmong(known, entry))
  if (odd !== undefined) throw new Error(`it holds something that is not Weekward’s: ${odd.trim()}`)
}

/** An entry ends with its owner, which may be empty. */
function isAmong(known: Set<string>, entry: string): boolean {
  return known.has(entry.trim()) || known.has(entry.replace(/ \S*$/, ''))
}

/** The entries that pg_restore lists for the parts of a schema. */
function toEntries(parts: string[], schema: string, extensions: string[]): Set<string> {
  const inSchema = parts.flatMap((part) =>
    entryPatterns.flatMap(({ kinds, of }) => {
      const named = part.match(of)?.groups
      if (!named) return []
      const tag = [named.table, named.name].filter((one) => one !== undefined).join(' ')
      return kinds.map((kind) => `${kind} ${schema} ${tag}`)
    }),
  )
  const beside = [
    ...[`SCHEMA - ${schema}`, `COMMENT - SCHEMA ${schema}`],
    ...extensions.flatMap((name) => [`EXTENSION - ${name}`, `COMMENT - EXTENSION ${name}`]),
  ]
  return new Set([...inSchema, ...beside])
}

/** How to read the name of a part, and of its table where the entry starts with that. */
const entryPatterns = [
  { kinds: ['TABLE', 'TABLE DATA'], of: /^table (?<name>[^:]+): secured / },
  {
    kinds: ['SEQUENCE', 'SEQUENCE SET', 'SEQUENCE OWNED BY'],
    of: /^sequence (?<name>[^:]+): secured /,
  },
  { kinds: ['DEFAULT'], of: /^column (?<table>[^.]+)\.(?<name>[^:]+): / },
  { kinds: ['CONSTRAINT', 'FK CONSTRAINT'], of: /^constraint (?<name>\S+) on (?<table>\S+): / },
  { kinds: ['INDEX'], of: /^index (?<name>\S+) on / },
  { kinds: ['TRIGGER'], of: /^trigger (?<name>\S+) on (?<table>\S+): / },
  { kinds: ['FUNCTION'], of: /^function (?<name>[^:]+): / },
]
