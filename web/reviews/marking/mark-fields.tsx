import { NumberInput, type NumberInputProps, Select, SimpleGrid, Stack } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { markMax, markMin } from '#contract/limits/reviews.ts'
import { weekStatuses } from '#contract/reviews/reviews.ts'

type InputProps = ReturnType<ReturnType<typeof useForm>['getInputProps']>

/** The description below the field, so that both fields stay in line. */
const inputWrapperOrder: NonNullable<NumberInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
]

type Props = {
  field: (name: 'code' | 'theory' | 'weekStatus') => InputProps
  /** What the chosen criteria of each mark add up to: such a mark is not typed. */
  sums: Record<'code' | 'theory', number | null>
}

/** The inputs for both marks and the week's status; `field` binds each to a form. */
export function MarkFields({ field, sums }: Props) {
  const mark = (name: 'code' | 'theory') => {
    const props = field(name)
    const isSum = sums[name] !== null && Number(props.value) === sums[name]
    return {
      min: markMin,
      max: markMax,
      hideControls: true,
      ...props,
      ...(isSum && { readOnly: true, description: 'Adds up from the criteria' }),
      inputWrapperOrder,
    }
  }
  return (
    <Stack>
      <SimpleGrid cols={2}>
        <NumberInput label="Code mark" {...mark('code')} />
        <NumberInput label="Theory mark" {...mark('theory')} />
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
