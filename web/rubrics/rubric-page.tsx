import { Alert, Button, Group, Input, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { criteriaMax, undoMs } from '#contract/limits/reviews.ts'
import { exampleRubric } from '#contract/rubrics/example-rubric.ts'
import {
  type Criterion,
  getRubric,
  NewRubric,
  rubricParts,
  saveRubric,
} from '#contract/rubrics/rubrics.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { PartFields } from './edit/part-fields.tsx'
import { type RubricFormState, type RubricValues, toValues } from './edit/rubric-values.ts'

/** A domain's rubric: the criteria by which its reviews are marked. */
export function RubricPage() {
  const { id = '' } = useParams()
  const course = useApiQuery(listDomainTasks, { query: { domain: id } })
  const query = useApiQuery(getRubric.admin, { query: { domain: id } })
  const domain = course.data?.[0]?.domain
  return (
    <Page
      title={domain?.name}
      eyebrow="Rubric"
      isNarrow
      isNotFound={course.isError && !course.data}
      crumbs={[
        { label: 'Domains', to: paths.domainList },
        ...(domain ? [{ label: 'Weeks', to: paths.weekList(id) }] : []),
      ]}
    >
      <LoadedData query={query} skeleton={<Skeletons count={2} height={240} />}>
        {({ criteria }) => <RubricForm domain={id} criteria={criteria} />}
      </LoadedData>
    </Page>
  )
}

type Props = { domain: string; criteria: Criterion[] }

/** A domain's criteria of code and of theory: to add, to put in order and to remove. */
function RubricForm({ domain, criteria }: Props) {
  const save = useApiMutation(saveRubric)
  const { form, submit } = useSchemaForm<RubricValues>(NewRubric, toValues({ criteria }))
  const { form: ref, focusNext } = useFocusNext(form.values)
  const { isOutdated, adopt, before } = useServerRubric(form, criteria)
  useUnsaved(form.isDirty())

  const send = submit(async (values) => {
    const former = before
    const { message, criteria } = await save.mutateAsync({ query: { domain }, body: values })
    adopt(criteria)
    toastSuccess(message, <UndoSave domain={domain} criteria={former} />, undoMs)
  }, toastServerErrorMessage)

  function useExample() {
    form.setValues(toValues(exampleRubric))
    focusNext('[data-path$="-criteria.0.name"]')
  }

  const isEmpty = form.values.criteria.length === 0
  return (
    <FormStack onSubmit={send} ref={ref}>
      <Text>
        Reviewers choose a level for each criterion, and the marks add up automatically. A part
        without criteria is marked with a number. Existing marks stay as they are.
      </Text>
      {isEmpty && (
        <Group>
          <Button variant="default" onClick={useExample}>
            Use an example
          </Button>
        </Group>
      )}
      {isOutdated && !save.isPending && (
        <Alert color="orange" variant="default" role="alert">
          The rubric has been changed elsewhere since you began. Saving yours replaces it.
        </Alert>
      )}
      {rubricParts.map((part) => (
        <PartFields key={part} part={part} form={form} focusNext={focusNext} />
      ))}
      {form.errors.criteria && (
        <Input.Error size="md" role="alert">
          {form.errors.criteria}
        </Input.Error>
      )}
      <Group>
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          Save
        </Button>
        {form.values.criteria.length >= criteriaMax && (
          <Text c="dimmed">No more than {criteriaMax} criteria.</Text>
        )}
      </Group>
    </FormStack>
  )
}

/**
 * The rubric that the typed one is based on. A newer one of the server replaces it while nothing is
 * typed; otherwise `isOutdated` says that there is one.
 */
function useServerRubric(form: RubricFormState, criteria: Criterion[]) {
  const [before, setBefore] = useState(criteria)
  const isNewer = JSON.stringify(before) !== JSON.stringify(criteria)
  const isDirty = form.isDirty()

  function adopt(saved: Criterion[]) {
    const values = toValues({ criteria: saved })
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
    setBefore(saved)
  }

  useEffect(() => {
    if (isNewer && !isDirty) adopt(criteria)
    // Only a reply of the server and the first keystroke matter.
  }, [isNewer, isDirty, criteria])

  return { before, adopt, isOutdated: isNewer && isDirty }
}

function UndoSave({ domain, criteria }: Props) {
  return (
    <UndoableActionByCall
      call={saveRubric}
      input={{ query: { domain }, body: { criteria } }}
      said={() => (criteria.length === 0 ? 'Rubric removed again.' : 'Previous rubric restored.')}
    />
  )
}

/** Moves the focus within a form after the next change of its values. */
function useFocusNext(values: unknown) {
  const form = useRef<HTMLFormElement>(null)
  const next = useRef<string[]>([])
  useEffect(() => {
    const found = next.current.flatMap((selector) => [
      ...(form.current?.querySelectorAll<HTMLElement>(`${selector}:not(:disabled)`) ?? []),
    ])
    next.current = []
    found[0]?.focus()
  }, [values])
  return {
    form,
    /** Focuses the first of these selectors that is there and enabled. */
    focusNext: (...selectors: string[]) => {
      next.current = selectors
    },
  }
}
