import { Button, Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import { type ListedDomain, listDomains } from '#contract/domains/domains.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { LinkList, LinkListSkeleton } from '#web/kit/list/link-list-card.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedList } from '#web/kit/page/states.tsx'
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
        empty={<EmptyState picture={<Signpost />} text={none} action={<AddDomain />} />}
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
        fact: describeWeeks(domain),
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

/** '12 weeks', or '12 weeks, last is week 10' where an admin has set it. */
function describeWeeks({ weeks, lastWeek }: ListedDomain): string {
  const said = weeks === 0 ? 'No tasks yet' : formatCount(weeks, 'week', 'weeks')
  return lastWeek === null ? said : `${said}, last is week ${formatWeekNumber(lastWeek)}`
}
