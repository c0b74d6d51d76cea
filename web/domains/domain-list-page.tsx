import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { listDomains } from '#contract/domains.ts'
import { Signpost } from '#web/kit/illustrations.tsx'
import { LinkCards, LinkCardsSkeleton } from '#web/kit/link-cards.tsx'
import { Page } from '#web/kit/page.tsx'
import { paths } from '#web/kit/paths.ts'
import { useList } from '#web/kit/query.ts'
import { Empty, LoadedList } from '#web/kit/states.tsx'

/** The domains, each the way to its weeks and their tasks. */
export function DomainListPage() {
  return (
    <Page title="Domains">
      <LoadedList
        list={useList(listDomains)}
        skeleton={<LinkCardsSkeleton />}
        empty={
          <Empty
            picture={<Signpost />}
            text="There is no domain yet."
            action={
              <Button component={Link} to={paths.addUser}>
                Add a domain
              </Button>
            }
          />
        }
      >
        {(domains) => (
          <LinkCards
            label="Domains"
            links={domains.map(({ _id, name }) => ({ to: paths.weekList(_id), title: name }))}
          />
        )}
      </LoadedList>
    </Page>
  )
}
