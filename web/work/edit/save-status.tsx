import { Alert, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Links } from '../links.tsx'
import styles from './save-status.module.css'
import { forgetRefused, savingStore } from './save-work.ts'

const texts = {
  idle: '',
  saving: 'Saving…',
  saved: 'Saved',
  offline: 'Offline, kept on this device',
  delayed: 'Not saved yet, kept on this device',
  refused: 'Not saved',
}

/** Whether the student's changes are saved. It stays in view below what is edited. */
export function SaveStatus() {
  const state = useStore(savingStore, ({ state }) => state)
  return (
    <p role="status" className={styles.status}>
      {texts[state]}
    </p>
  )
}

/** Why changes were refused, with the note and added links, so that they can be copied. */
export function RefusedEdits() {
  const { state, refusal, edits } = useStore(savingStore)
  const isRefused = state === 'refused'
  useEffect(() => {
    if (isRefused) forgetRefused()
  }, [isRefused])
  if (!isRefused) return null
  const links = [...edits.links.values()].filter((link) => link !== null)
  return (
    <Alert color="orange" variant="default" role="alert" title="Your last changes were not saved">
      {refusal}
      {edits.note && (
        <Text mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {edits.note}
        </Text>
      )}
      {links.length > 0 && <Links links={links} />}
    </Alert>
  )
}
