import { Select, Text } from '@mantine/core'
import type { Review } from '#contract/reviews/reviews.ts'
import type { ListedReviewer } from '#contract/slots/reviewers.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { formatFreeSlotSummary, groupReviewers } from './suggest-reviewer.ts'

type Props = {
  reviewers: ListedReviewer[]
  /** The review to book for; reviewers of its domain come first. */
  review: Review | undefined
  today: string
  value: string | null
  onChange: (reviewer: string) => void
}

/** The bookable reviewers, each with the number of free slots and the first one. */
export function ReviewerSelect({ reviewers, review, today, value, onChange }: Props) {
  const { own, others } = groupReviewers(reviewers, review)
  const domain = review?.student.domain?.name
  const group = (name: string, all: ListedReviewer[]) =>
    all.length === 0 ? [] : [{ group: name, items: all.map(toOption) }]
  return (
    <Select
      label="Reviewer"
      placeholder="Select a reviewer"
      searchable
      filter={filterOptions}
      allowDeselect={false}
      maxDropdownHeight={320}
      nothingFoundMessage="No matching reviewers"
      data={
        domain === undefined
          ? others.map(toOption)
          : [
              ...group(`Reviewers of ${domain}`, own),
              ...group('Reviewers of other domains', others),
            ]
      }
      renderOption={({ option }) => {
        const one = reviewers.find(({ _id }) => _id === option.value)
        return one && <Offer reviewer={one} today={today} />
      }}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}

function toOption({ _id, name }: ListedReviewer) {
  return { value: _id, label: name }
}

function Offer({ reviewer, today }: { reviewer: ListedReviewer; today: string }) {
  return (
    <div>
      <Text>{reviewer.name}</Text>{' '}
      <Text size="sm" c="dimmed">
        {[...reviewer.domain.map(({ name }) => name), formatFreeSlotSummary(reviewer, today)].join(
          ' · ',
        )}
      </Text>
    </div>
  )
}
