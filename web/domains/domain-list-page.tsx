import { Button, Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import { type ListedDomain, listDomains } from '#contract/domains.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { LinkList, LinkListSkeleton } from '#web/kit/list/link-list-card.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList } from '#web/kit/page/states.tsx'
import { Signpost } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'
import { DomainMenu } from './domain-menu.tsx'

/** The domains, as links to their weeks and tasks; the archived ones at the end. */
export function DomainListPage() {
  const active = usePaginatedList(listDomains, { query: { state: 'active' } })
  const archived = usePaginatedList(listDomains, { query: { state: 'archived' } })
  const hasArchived = Boolean(archived.items?.length)
  const none = hasArchived ? 'All domains are archived.' : 'There are no domains yet.'
  return (
    <Page title="Domains" isNarrow action={active.items?.length ? <AddDomain /> : null}>
      <LoadedList
        list={active}
        skeleton={<LinkListSkeleton />}
        empty={<Empty picture={<Signpost />} text={none} action={<AddDomain />} />}
      >
        {(domains) => <DomainLinks label="Domains" domains={domains} />}
      </LoadedList>
      {active.items && hasArchived && (
        <Stack component="section" aria-labelledby="archived">
          <Title order={2} id="archived">
            Archived
          </Title>
          <LoadedList list={archived} empty={null}>
            {(domains) => <DomainLinks label="Archived domains" domains={domains} />}
          </LoadedList>
        </Stack>
      )}
    </Page>
  )
}

function DomainLinks({ label, domains }: { label: string; domains: ListedDomain[] }) {
  return (
    <LinkList
      label={label}
      links={domains.map((domain) => ({
        to: paths.weekList(domain._id),
        title: domain.name,
        fact: weeksInWords(domain.weeks),
        action: <DomainMenu domain={domain} />,
      }))}
    />
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
