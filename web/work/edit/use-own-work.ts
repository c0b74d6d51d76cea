import { useEffect } from 'react'
import { useStore } from 'zustand'
import { getWork } from '#contract/work.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { applyEdits, type WorkEdits } from './edits.ts'
import { editWork, savingStore, sendUnsent } from './save-work.ts'

/** The student's own work with the edits of this device; undefined while it loads. */
export function useOwnWork() {
  const query = useApiQuery(getWork)
  const { reviewId, edits } = useStore(savingStore)
  useEffect(sendUnsent, [])
  const saved = query.data
  return {
    isLoading: query.isPending,
    work: saved?.reviewId === reviewId ? applyEdits(saved, edits) : saved,
    edit: (change: Partial<WorkEdits>) => saved && editWork(saved, change),
  }
}

export type EditWork = ReturnType<typeof useOwnWork>['edit']
