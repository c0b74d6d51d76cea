import { makeIcon } from '#web/kit/ui/icons/icon.tsx'

export const EndCallIcon = /* @__PURE__ */ makeIcon(
  <path d="M3 14.500c5-5 13-5 18 0l-2.500 3-4-1.500v-2.500c-1.700-.5-3.300-.5-5 0V16l-4 1.500z" />,
)
export const CallIcon = /* @__PURE__ */ makeIcon(
  <path d="M6 3.500h3l1.500 4.500-2 1.500a12 12 0 0 0 6 6l1.500-2 4.500 1.500v3a2 2 0 0 1-2.200 2A17 17 0 0 1 4 5.700 2 2 0 0 1 6 3.500z" />,
)
const microphone = (
  <>
    <rect x="9" y="3" width="6" height="11" rx="3" />
    <path d="M5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3" />
  </>
)
const slash = <path d="M4 4l16 16" />
export const MicrophoneIcon = /* @__PURE__ */ makeIcon(microphone)
export const MicrophoneOffIcon = /* @__PURE__ */ makeIcon(
  <>
    {microphone}
    {slash}
  </>,
)
export const VideoOffIcon = /* @__PURE__ */ makeIcon(
  <>
    <rect x="3" y="6" width="12.500" height="12" rx="2" />
    <path d="M15.500 11l5.500-3.500v9L15.500 13z" />
    {slash}
  </>,
)
export const ScreenIcon = /* @__PURE__ */ makeIcon(
  <>
    <rect x="3" y="4.500" width="18" height="12" rx="2" />
    <path d="M9 20h6M12 13.500v-5M9.500 10.500L12 8l2.500 2.500" />
  </>,
)
export const FullScreenIcon = /* @__PURE__ */ makeIcon(
  <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />,
)
export const PictureInPictureIcon = /* @__PURE__ */ makeIcon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <path d="M12 12.500h6v4h-6z" />
  </>,
)
