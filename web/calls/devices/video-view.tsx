import { Button } from '@mantine/core'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import styles from '../screen/call-stage.module.css'

type Props = {
  stream: MediaStream | null
  label: string
  /** Whether it is the self view: without sound, and mirrored. */
  isOwn?: boolean
  isMirrored?: boolean
  /** The id of the chosen speaker; the browser's default without one. */
  speaker?: string | undefined
  /** Called when the first video frame has arrived. */
  onPicture?: () => void
  ref?: Ref<HTMLVideoElement> | undefined
}

/** Live video with sound. */
export function VideoView(props: Props) {
  const { stream, label, isOwn = false, isMirrored = false, speaker, onPicture, ref } = props
  const video = useRef<HTMLVideoElement>(null)
  const [isSilent, setSilent] = useState(false)
  useImperativeHandle<HTMLVideoElement | null, HTMLVideoElement | null>(ref, () => video.current)

  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  useEffect(() => {
    // Where browsers do not support choosing, sound plays on the default speaker.
    if (speaker !== undefined && video.current && 'setSinkId' in video.current) {
      video.current.setSinkId(speaker).catch(() => undefined)
    }
  }, [speaker])

  /** Browsers block sound without a user gesture, as after a reload. */
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
