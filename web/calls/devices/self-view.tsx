import { useMemo } from 'react'
import { useStore } from 'zustand'
import styles from '../screen/call-stage.module.css'
import type { Media } from './media.ts'
import { VideoView } from './video-view.tsx'

/** The self view: in the corner of the call, or filling it. */
export function SelfView({ media, isLarge = false }: { media: Media; isLarge?: boolean }) {
  const { camera, screen } = useStore(media.store)
  const shown = screen ?? camera
  const stream = useMemo(() => shown && new MediaStream([shown]), [shown])
  if (!stream) return null
  return (
    <div className={isLarge ? styles.whole : styles.own}>
      <VideoView stream={stream} label="Your own video" isOwn isMirrored={screen === null} />
    </div>
  )
}
