import type { PageAsked } from '#contract/kit/endpoint.ts'
import type { TrailKind } from '#contract/kit/trail-kind.ts'
import type { Db } from '#server/kit/database.ts'
import { readPage } from '#server/kit/paging.ts'
import { contains } from '#server/kit/search.ts'

/** What the trail is narrowed to; `from` and `until` are instants (ms since 1970), the latter excluded. */
export type Wanted = {
  search?: string | undefined
  kind?: TrailKind | undefined
  from?: number | undefined
  until?: number | undefined
}

/** A page of the trail, the newest line first, with the names of who and what it is about. */
export function readTrail(db: Db, { search, kind, from, until }: Wanted, asked: PageAsked) {
  let lines = db
    .selectFrom('trail')
    .leftJoin('people as doer', 'doer.id', 'trail.person_id')
    .leftJoin('reviews', 'reviews.id', 'trail.subject_id')
    .leftJoin('domains', 'domains.id', 'trail.subject_id')
    .leftJoin('people as subject', (join) =>
      join.on(({ eb, or, ref }) =>
        or([
          eb('subject.id', '=', ref('trail.subject_id')),
          eb('subject.id', '=', ref('reviews.student_id')),
        ]),
      ),
    )
    .selectAll('trail')
    .select(['doer.name as doer_name', 'doer.email as doer_email', 'doer.role as doer_role'])
    .select(({ fn }) => fn.coalesce('subject.name', 'domains.name').as('subject_name'))
  if (kind !== undefined) lines = lines.where('trail.kind', '=', kind)
  if (from !== undefined) lines = lines.where('trail.at', '>=', from)
  if (until !== undefined) lines = lines.where('trail.at', '<', until)
  if (search) {
    lines = lines.where(({ or }) =>
      or([contains('doer.search_key', search), contains('subject.search_key', search)]),
    )
  }
  const order = { columns: ['trail.id'], direction: 'desc' } as const
  return readPage(lines, order, asked, (row) => [row.id])
}
