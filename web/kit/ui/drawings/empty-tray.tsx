import { makeDrawing } from './drawing.tsx'

/** An empty tray under a resting magnifier: nothing was found. */
export const EmptyTray = /* @__PURE__ */ makeDrawing(
  <>
    <path d="M40 80l14-34h92l14 34v32a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6z" />
    <path d="M40 80h36c2 12 10 18 24 18s22-6 24-18h36" />
    <path d="M84 22l6 8M100 16v10M116 22l-6 8" opacity={0.5} />
  </>,
)
