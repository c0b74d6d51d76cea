import { drawing } from './drawing.tsx'

/** Two people in two frames: a review by video. */
export const TwoFrames = /* @__PURE__ */ drawing(
  <>
    <rect x="18" y="34" width="76" height="60" rx="8" />
    <rect x="106" y="34" width="76" height="60" rx="8" />
    <circle cx="56" cy="58" r="9" />
    <path d="M38 94c2-14 8-20 18-20s16 6 18 20" />
    <circle cx="144" cy="58" r="9" />
    <path d="M126 94c2-14 8-20 18-20s16 6 18 20" />
    <path d="M60 116h80" opacity={0.5} />
  </>,
)
