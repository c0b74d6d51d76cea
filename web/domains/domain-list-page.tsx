import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { listDomains } from '#contract/domains.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { LinkList, LinkListSkeleton } from '#web/kit/list/link-list-card.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList } from '#web/kit/page/states.tsx'
import { Signpost } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'

/** The domains, as links to their weeks and tasks. */
export function DomainListPage() {
  const list = usePaginatedList(listDomains)
  return (
    <Page title="Domains" isNarrow action={list.items?.length ? <AddDomain /> : null}>
      <LoadedList
        list={list}
        skeleton={<LinkListSkeleton />}
        empty={
          <Empty picture={<Signpost />} text="There are no domains yet." action={<AddDomain />} />
        }
      >
        {(domains) => (
          <LinkList
            label="Domains"
            links={domains.map(({ _id, name, weeks }) => ({
              to: paths.weekList(_id),
              title: name,
              fact: weeksInWords(weeks),
            }))}
          />
        )}
      </LoadedList>
    </Page>
  )
}

function AddDomain() {
  return (
    <Button component={Link} to={paths.addDomain}>
      Add domain
    </Button>
  )
}

function weeksInWords(weeks: number): string {
  if (weeks === 0) return 'No tasks yet'
  return `${weeks} ${weeks === 1 ? 'week' : 'weeks'}`
}
