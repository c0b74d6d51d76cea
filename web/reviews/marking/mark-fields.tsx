import { NumberInput, Select, SimpleGrid, Stack } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { markMax, markMin } from '#contract/limits/reviews.ts'
import { weekStatuses } from '#contract/reviews/reviews.ts'

type InputProps = ReturnType<ReturnType<typeof useForm>['getInputProps']>

/** The inputs for both marks and the week's status; `field` binds each to a form. */
export function MarkFields({
  field,
}: {
  field: (name: 'code' | 'theory' | 'weekStatus') => InputProps
}) {
  const mark = { min: markMin, max: markMax, hideControls: true } as const
  return (
    <Stack>
      <SimpleGrid cols={2}>
        <NumberInput label="Code mark" {...mark} {...field('code')} />
        <NumberInput label="Theory mark" {...mark} {...field('theory')} />
      </SimpleGrid>
      <Select
        label="Week status"
        placeholder="Choose"
        data={weekStatuses}
        allowDeselect={false}
        {...field('weekStatus')}
      />
    </Stack>
  )
}
