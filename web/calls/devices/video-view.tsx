import { Button } from '@mantine/core'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import styles from '../screen/call-stage.module.css'

type Props = {
  stream: MediaStream | null
  label: string
  /** One's own picture: without sound, and seen as in a mirror. */
  isOwn?: boolean
  isMirrored?: boolean
  /** The id of the speaker that was chosen; the browser's own without one. */
  speaker?: string | undefined
  /** Called when the first frame of a picture has come. */
  onPicture?: () => void
  ref?: Ref<HTMLVideoElement> | undefined
}

/** A live picture with its sound. */
export function VideoView(props: Props) {
  const { stream, label, isOwn = false, isMirrored = false, speaker, onPicture, ref } = props
  const video = useRef<HTMLVideoElement>(null)
  const [isSilent, setSilent] = useState(false)
  useImperativeHandle<HTMLVideoElement | null, HTMLVideoElement | null>(ref, () => video.current)

  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  useEffect(() => {
    // Not every browser lets a page choose; the picture then keeps the usual speaker.
    if (speaker !== undefined && video.current && 'setSinkId' in video.current) {
      video.current.setSinkId(speaker).catch(() => undefined)
    }
  }, [speaker])

  /** Sound that was not asked for by a press is held back by browsers, as after a reload. */
  function play() {
    video.current?.play().then(
      () => setSilent(false),
      (error: unknown) => {
        const isHeldBack = error instanceof DOMException && error.name === 'NotAllowedError'
        if (isHeldBack) setSilent(true)
      },
    )
  }

  return (
    <>
      <video
        ref={video}
        className={styles.video}
        data-mirrored={isMirrored || undefined}
        aria-label={label}
        muted={isOwn}
        playsInline
        onLoadedMetadata={play}
        onResize={({ currentTarget }) => currentTarget.videoWidth > 0 && onPicture?.()}
      />
      {isSilent && (
        <Button className={styles.over} onClick={play}>
          Turn on video and sound
        </Button>
      )}
    </>
  )
}
