import { ActionIcon, Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { shareVideoLabel } from '#contract/calls/calls.ts'
import { useKeepFocusInGroup } from '#web/kit/page/focus/focus.ts'
import { VideoIcon } from '#web/kit/ui/icons/icons.tsx'
import type { Call } from '../call.ts'
import { supportsCalls } from '../connection/peer.ts'
import { callsUnsupportedMessage } from '../devices/device-errors.ts'
import type { Media } from '../devices/media.ts'
import {
  CallIcon,
  EndCallIcon,
  MicrophoneIcon,
  MicrophoneOffIcon,
  ScreenIcon,
  VideoOffIcon,
} from './call-icons.tsx'
import { ToolButton, toolSize } from './tool-button.tsx'

/** The controls of a call: share, call, mute, share the screen, end. */
export function Controls({ call, media, more }: { call: Call; media: Media; more?: ReactNode }) {
  const { other, isCalling, theirs } = useStore(call.store)
  const { camera, microphone, isAsking, problem } = useStore(media.store)
  const isSharing = (camera ?? microphone) !== null
  const keepsFocus = useKeepFocusInGroup<HTMLDivElement>()
  if (!supportsCalls()) {
    return (
      <Alert color="orange" variant="default" role="alert">
        {callsUnsupportedMessage}
      </Alert>
    )
  }
  return (
    <Stack gap="sm">
      <Group gap="xs" justify="center" {...keepsFocus}>
        {!isSharing && (
          <Button
            mih={toolSize}
            variant={other !== null && !isCalling ? 'default' : 'filled'}
            leftSection={<VideoIcon />}
            loading={isAsking}
            onClick={() => media.share()}
          >
            {shareVideoLabel}
          </Button>
        )}
        {other !== null && !isCalling && (
          <Button mih={toolSize} leftSection={<CallIcon />} onClick={() => call.call()}>
            Call
          </Button>
        )}
        {isSharing && <DeviceSwitches media={media} />}
        {more}
        {(isCalling || theirs) && (
          <ActionIcon
            size={toolSize}
            color="red.8"
            variant="filled"
            aria-label="End call"
            onClick={call.end}
          >
            <EndCallIcon />
          </ActionIcon>
        )}
      </Group>
      {problem && (
        <Alert color="orange" variant="default" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}

function DeviceSwitches({ media }: { media: Media }) {
  const { camera, microphone, screen, isMuted, isAsking } = useStore(media.store)
  return (
    <>
      {microphone ? (
        <ToolButton
          isDefault={!isMuted}
          label={isMuted ? 'Unmute' : 'Mute'}
          icon={isMuted ? <MicrophoneOffIcon /> : <MicrophoneIcon />}
          press={media.toggleMute}
        />
      ) : (
        <ToolButton
          isDefault={false}
          isBusy={isAsking}
          label="Turn the microphone on"
          icon={<MicrophoneOffIcon />}
          press={media.startMicrophone}
        />
      )}
      <ToolButton
        isDefault={camera !== null}
        isBusy={isAsking}
        label={camera ? 'Turn the camera off' : 'Turn the camera on'}
        icon={camera ? <VideoIcon /> : <VideoOffIcon />}
        press={media.toggleCamera}
      />
      {'getDisplayMedia' in navigator.mediaDevices && (
        <ToolButton
          isDefault={screen === null}
          label={screen ? 'Stop sharing the screen' : 'Share the screen'}
          icon={<ScreenIcon />}
          press={media.toggleScreen}
        />
      )}
    </>
  )
}
