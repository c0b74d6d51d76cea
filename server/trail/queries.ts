import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { PageAsked } from '#contract/kit/endpoint.ts'
import type { TrailKind } from '#contract/kit/trail-kind.ts'
import { type Order, readFoundPage, readPageThrough } from '#server/database/list.ts'
import type { Db } from '#server/database/open.ts'
import {
  type Frequency,
  few,
  frequencyOf,
  isAlso,
  ofPerson,
  type Search,
  searchFor,
} from '#server/database/search.ts'
import { isAmong } from '#server/database/search-index.ts'
import type { Tables } from '#server/database/tables.ts'

/** What the trail is narrowed to; `from` and `until` are instants (ms since 1970), the latter excluded. */
export type Wanted = {
  search?: string | undefined
  kind?: TrailKind | undefined
  from?: number | undefined
  until?: number | undefined
}

/** A page of the trail, the newest line first, with the names of who and what it is about. */
export function readTrail(db: Db, { search, kind, from, until }: Wanted, asked: PageAsked) {
  let whole = db.selectFrom('trail').selectAll()
  let found = whole
  if (kind !== undefined) {
    whole = whole.where('kind', '=', kind)
    found = found.where(isAlso('kind', kind))
  }
  if (from !== undefined) {
    whole = whole.where('at', '>=', from)
    found = found.where('at', '>=', from)
  }
  if (until !== undefined) {
    whole = whole.where('at', '<', until)
    found = found.where('at', '<', until)
  }
  const read = (lines: Lines) => readPageThrough(db, showLines, lines, newestFirst, asked, keyOf)
  const wanted = searchFor(db, search)
  if (!wanted) return read(whole)
  const looking = whole.where(({ or }) =>
    or(peopleOfLine.map((id) => wanted.fits(ofPerson('search_key', id)))),
  )
  found = found.where(isAmong(db, 'id', selectFound(db, wanted.names)))
  const howMany = () => countLines(db, wanted)
  return readFoundPage({ whole, looking, found, howMany }, newestFirst, asked, read)
}

/** Who wrote it, whom it is about, and the student of the review it is about. */
const peopleOfLine = [
  sql.ref('trail.person_id'),
  sql.ref('trail.subject_id'),
  sql`(select student_id from reviews where reviews.id = trail.subject_id)`,
]

const newestFirst: Order = { columns: ['trail.at', 'trail.id'], direction: 'desc' }
const keyOf = ({ at, id }: { at: number; id: string }) => [at, id]

type Lines = SelectQueryBuilder<Tables, 'trail', Selectable<Tables['trail']>>

function showLines(db: Db, lines: Lines) {
  return db
    .selectFrom(lines.as('trail'))
    .leftJoin('people as doer', 'doer.id', 'trail.person_id')
    .leftJoin('reviews', 'reviews.id', 'trail.subject_id')
    .leftJoin('domains', 'domains.id', 'trail.subject_id')
    .leftJoin('people as subject', (join) =>
      join.on('subject.id', '=', ({ fn, ref }) =>
        fn.coalesce('reviews.student_id', ref('trail.subject_id')),
      ),
    )
    .selectAll('trail')
    .select(['doer.name as doer_name', 'doer.email as doer_email', 'doer.role as doer_role'])
    .select(({ fn }) => fn.coalesce('subject.name', 'domains.name').as('subject_name'))
}

/** How many lines the people have whom a search finds: even a single one can have written most. */
async function countLines(db: Db, wanted: Search): Promise<Frequency> {
  const people = await wanted.howMany()
  if (people !== 'few') return people
  const lines = await selectFound(db, wanted.namesFew).limit(few).execute()
  return frequencyOf(lines.length)
}

/**
 * The ids of the lines of what some people did, or that are about them; of some lines twice, which
 * nobody waits for to be found out.
 */
function selectFound(db: Db, areTheirs: (column: string) => RawBuilder<boolean>) {
  const lines = db.selectFrom('trail').select('trail.id')
  return lines
    .where(areTheirs('trail.person_id'))
    .unionAll(lines.where(areTheirs('trail.subject_id')))
    .unionAll(
      lines.where('trail.subject_id', 'in', (select) =>
        select.selectFrom('reviews').select('reviews.id').where(areTheirs('reviews.student_id')),
      ),
    )
}
