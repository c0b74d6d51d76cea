import type { useForm } from '@mantine/form'
import { workoutLists } from '#contract/tasks/tasks.ts'
import { LinesField } from '#web/kit/form/fields/lines-field.tsx'
import { WorkoutColumns, type Workouts } from './workouts.tsx'

/** A form that includes the three lists. */
type FormWithWorkouts = Pick<
  ReturnType<typeof useForm<Workouts>>,
  | 'errors'
  | 'clearFieldError'
  | 'insertListItem'
  | 'removeListItem'
  | 'setFieldValue'
  | 'getInputProps'
> & { values: Workouts }

export function WorkoutFields({ form }: { form: FormWithWorkouts }) {
  return (
    <WorkoutColumns>
      {workoutLists.map(({ field, title }) => (
        <LinesField
          key={field}
          title={title}
          lines={form.values[field]}
          error={form.errors[field]}
          lineProps={(index) => {
            const props = form.getInputProps(`${field}.${index}`)
            return {
              ...props,
              onChange: (event: unknown) => {
                form.clearFieldError(field)
                props.onChange(event)
              },
            }
          }}
          add={(index) => form.insertListItem(field, '', index)}
          remove={(index) => form.removeListItem(field, index)}
          replace={(lines) => form.setFieldValue(field, lines)}
        />
      ))}
    </WorkoutColumns>
  )
}
