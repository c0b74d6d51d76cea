import { Button, Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { ReviewDraft } from '#contract/calls.ts'
import { MarkEntry, markUpdated, updateMark } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews.ts'
import { useChange } from '#web/kit/call/query.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { useUnsaved } from '#web/kit/form/unsaved.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'
import { DetailCard } from '#web/reviews/details/detail-card.tsx'
import { isMarkMeant } from '#web/reviews/details/edit/early-mark.ts'
import { MarkFields } from '#web/reviews/details/edit/mark-fields.tsx'
import type { DraftKeeper } from './use-draft-keeper.ts'

type Props = { review: Review; draft: ReviewDraft['mark']; keeper: DraftKeeper }

/** The marks, which can be written while the call goes on. */
export function MarkDesk({ review, draft, keeper }: Props) {
  const update = useChange(updateMark)
  const { form, submit } = useSchemaForm(MarkEntry, draft ?? markOf(review))
  const { values } = form
  const isTouched = form.isDirty()

  useEffect(() => {
    if (!isTouched) return
    const { code, theory, weekStatus } = values
    keeper.change({ mark: { code: String(code), theory: String(theory), weekStatus } })
    // The keeper is a new object with each rendering; only what was typed matters.
  }, [values, isTouched])

  useUnsaved(isTouched, 'draft')

  const save = submit(async (values) => {
    // The schema has judged that the week status is one of those there are.
    const mark = MarkEntry.parse(values)
    if (!(await isMarkMeant(review, mark))) return
    try {
      await keeper.settle('mark')
      await update.mutateAsync({ body: { id: review._id, value: { mark } } })
      toastSuccess(markUpdated)
      form.resetDirty()
    } catch (error) {
      toastServerMessage(error)
      throw error
    }
  })

  return (
    <DetailCard title="Mark">
      <form onSubmit={save} noValidate>
        <Stack>
          <MarkFields field={form.getInputProps} />
          <Button type="submit" variant="light" loading={update.isPending}>
            Submit the mark
          </Button>
        </Stack>
      </form>
    </DetailCard>
  )
}

function markOf({ status, mark }: Review): NonNullable<ReviewDraft['mark']> {
  const isMarked = status === 'conducted'
  return {
    code: isMarked ? String(mark.code) : '',
    theory: isMarked ? String(mark.theory) : '',
    weekStatus: mark.weekStatus,
  }
}
