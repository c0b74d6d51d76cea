import { makeDrawing } from './drawing.tsx'

/** Steps that climb week by week to a flag. */
export const Staircase = /* @__PURE__ */ makeDrawing(
  <>
    <path d="M20 118h36V96h36V74h36V52h36V30" />
    <path d="M164 30V12l22 7-22 7" />
    <circle cx="74" cy="78" r="6" />
    <path d="M74 84v8" opacity={0.5} />
  </>,
)
