import { Button, SimpleGrid, Stack } from '@mantine/core'
import { getInsight, type Insight } from '#contract/insight.ts'
import { useDomainOptions } from '#web/domains/api.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterDate } from '#web/kit/list/filter/filter-date.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { ReviewerCharts } from './reviewer-charts.tsx'
import { WeekCharts } from './week-charts.tsx'

/** Where a course loses people, and how reviewers work, in the reviews held on some days. */
export function InsightPage() {
  const filter = useFilter({ domain: '', from: '', to: '' }, getInsight.query?.shape)
  const query = useApiQuery(getInsight, { query: filter.query }, { onlyLogged: true })
  const domains = useDomainOptions('')
  return (
    <Page title="Insight">
      <search>
        <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={12}>
          <FilterDate filter={filter} name="from" label="Held from" />
          <FilterDate filter={filter} name="to" label="Held to" />
          <FilterSelect filter={filter} name="domain" label="Domain" data={domains} />
        </SimpleGrid>
      </search>
      <LoadedData query={query} skeleton={<Skeletons count={3} height={320} />}>
        {(insight) =>
          insight.weeks.length > 0 ? (
            <Charts {...insight} />
          ) : (
            <NoReviews clear={filter.isFiltered ? filter.clear : undefined} />
          )
        }
      </LoadedData>
    </Page>
  )
}

function Charts({ weeks, reviewers, school }: Insight) {
  return (
    <Stack gap="lg">
      <WeekCharts weeks={weeks} />
      {school && <ReviewerCharts reviewers={reviewers} school={school} />}
    </Stack>
  )
}

function NoReviews({ clear }: { clear: (() => void) | undefined }) {
  return (
    <EmptyState
      picture={<EmptyTray />}
      text={clear ? 'No reviews were held then.' : 'No reviews have been held yet.'}
      action={
        clear && (
          <Button variant="default" onClick={clear}>
            Show all reviews
          </Button>
        )
      }
    />
  )
}
