import type { RefObject } from 'react'
import { FullScreenIcon, PictureInPictureIcon } from './call-icons.tsx'
import { ToolButton } from './tool-button.tsx'

type Props = {
  stage: RefObject<HTMLDivElement | null>
  remote: RefObject<HTMLVideoElement | null>
  hasPicture: boolean
}

/** Full screen for both pictures, and picture-in-picture for the other person's. */
export function ViewButtons({ stage, remote, hasPicture }: Props) {
  // If the browser refuses, it says why itself.
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
        <ToolButton label="Full screen" icon={<FullScreenIcon />} press={toggleFullScreen} />
      )}
      {document.pictureInPictureEnabled && hasPicture && (
        <ToolButton
          label="Picture in picture"
          icon={<PictureInPictureIcon />}
          press={toggleSmallWindow}
        />
      )}
    </>
  )
}
