import { screen, waitFor } from '@testing-library/dom'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { undoMs } from '#contract/limits/reviews.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableAction } from '#web/kit/page/overlays/undoable-action.tsx'
import { press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

const isGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull())

test('an undo stays beside the next success, until it is pressed or something else can be undone', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/admin/notices' })
  const toastUndo = (text: string) => {
    const undo = async () => `${text} undone`
    toastSuccess(text, createElement(UndoableAction, { undo }), undoMs)
  }
  toastUndo('Moved')
  await findToast('Moved')
  toastSuccess('Saved')
  await findToast('Saved')
  await findToast('Moved')
  toastSuccess('Sent')
  await findToast('Sent')
  await isGone('Saved')
  await findToast('Moved')
  toastUndo('Removed')
  await findToast('Removed')
  await isGone('Moved')
  await isGone('Sent')
  await press('Undo')
  await findToast('Removed undone')
  await isGone('Removed')
})
