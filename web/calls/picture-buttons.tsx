import { ActionIcon } from '@mantine/core'
import type { RefObject } from 'react'
import { FullScreenIcon, PictureIcon } from '#web/kit/icons.tsx'

type Props = {
  stage: RefObject<HTMLDivElement | null>
  remote: RefObject<HTMLVideoElement | null>
  hasPicture: boolean
}

/** Both pictures on the whole screen, or theirs in a small window over other programs. */
export function PictureButtons({ stage, remote, hasPicture }: Props) {
  // A browser that refuses says why by itself; there is nothing to be mended here.
  const attempt = (done: Promise<unknown> | undefined) => void done?.catch(() => undefined)

  function toggleFullScreen() {
    attempt(
      document.fullscreenElement ? document.exitFullscreen() : stage.current?.requestFullscreen(),
    )
  }

  function toggleSmallWindow() {
    attempt(
      document.pictureInPictureElement
        ? document.exitPictureInPicture()
        : remote.current?.requestPictureInPicture(),
    )
  }

  return (
    <>
      {document.fullscreenEnabled && (
        <ActionIcon
          size={44}
          variant="default"
          aria-label="Full screen"
          title="Full screen"
          onClick={toggleFullScreen}
        >
          <FullScreenIcon />
        </ActionIcon>
      )}
      {document.pictureInPictureEnabled && hasPicture && (
        <ActionIcon
          size={44}
          variant="default"
          aria-label="Picture in picture"
          title="Picture in picture"
          onClick={toggleSmallWindow}
        >
          <PictureIcon />
        </ActionIcon>
      )}
    </>
  )
}
