import type { PageAsked } from '#contract/kit/endpoint.ts'
import type { TrailKind } from '#contract/kit/trail-kind.ts'
import type { Db } from '#server/kit/database.ts'
import { type Order, readFoundPage, readPage } from '#server/kit/paging.ts'
import { isAlso, type Search, searchFor } from '#server/kit/search.ts'

/** What the trail is narrowed to; `from` and `until` are instants (ms since 1970), the latter excluded. */
export type Wanted = {
  search?: string | undefined
  kind?: TrailKind | undefined
  from?: number | undefined
  until?: number | undefined
}

/** A page of the trail, the newest line first, with the names of who and what it is about. */
export function readTrail(db: Db, { search, kind, from, until }: Wanted, asked: PageAsked) {
  let whole = db.selectFrom('trail')
  let lines = selectLines(db)
  let found = selectLines(db)
  if (kind !== undefined) {
    whole = whole.where('trail.kind', '=', kind)
    lines = lines.where('trail.kind', '=', kind)
    found = found.where(isAlso('trail.kind', kind))
  }
  if (from !== undefined) {
    whole = whole.where('trail.at', '>=', from)
    lines = lines.where('trail.at', '>=', from)
    found = found.where('trail.at', '>=', from)
  }
  if (until !== undefined) {
    whole = whole.where('trail.at', '<', until)
    lines = lines.where('trail.at', '<', until)
    found = found.where('trail.at', '<', until)
  }
  const wanted = searchFor(search)
  if (!wanted) return readPage(lines, newestFirst, asked, keyOf)
  const looking = lines.where(({ or }) =>
    or(['trail.person_id', 'trail.subject_id', 'reviews.student_id'].map(wanted.fits)),
  )
  found = found.where('trail.id', 'in', selectFound(db, wanted))
  return readFoundPage({ whole, looking, found }, newestFirst, asked, keyOf)
}

const newestFirst: Order = { columns: ['trail.at', 'trail.id'], direction: 'desc' }
const keyOf = ({ at, id }: { at: number; id: string }) => [at, id]

function selectLines(db: Db) {
  return db
    .selectFrom('trail')
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

/** The ids of the lines of what people did whom a search fits, or that are about them. */
function selectFound(db: Db, wanted: Search) {
  const lines = db.selectFrom('trail').select('trail.id')
  return lines
    .where(wanted.names(db, 'trail.person_id'))
    .union(lines.where(wanted.names(db, 'trail.subject_id')))
    .union(
      lines.where('trail.subject_id', 'in', (select) =>
        select
          .selectFrom('reviews')
          .select('reviews.id')
          .where(wanted.names(db, 'reviews.student_id')),
      ),
    )
}
