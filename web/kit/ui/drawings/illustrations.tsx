import { makeDrawing } from './drawing.tsx'

/** A calendar page with one day ticked. */
export const CalendarSheet = /* @__PURE__ */ makeDrawing(
  <>
    <rect x="52" y="28" width="96" height="88" rx="8" />
    <path d="M52 52h96M76 18v20M124 18v20" />
    <path d="M70 70h10M95 70h10M120 70h10M70 92h10M120 92h10" opacity={0.5} />
    <path d="M92 92l7 7 13-15" />
  </>,
)

/** A cup beside a closed laptop: the work is done. */
export const QuietDesk = /* @__PURE__ */ makeDrawing(
  <>
    <path d="M20 112h160" />
    <path d="M44 112V62a6 6 0 0 1 6-6h68a6 6 0 0 1 6 6v50" />
    <path d="M66 84l10 10 20-22" />
    <path d="M142 88h24v16a8 8 0 0 1-8 8h-8a8 8 0 0 1-8-8zM166 92h6a5 5 0 0 1 0 12h-6" />
    <path d="M150 78c-4-6 4-8 0-14M160 78c-4-6 4-8 0-14" opacity={0.5} />
  </>,
)

/** A path sign at a fork: the page is elsewhere. */
export const Signpost = /* @__PURE__ */ makeDrawing(
  <>
    <path d="M100 124V20" />
    <path d="M100 32h46l12 11-12 11h-46zM100 64H58L46 75l12 11h42z" />
    <path d="M70 124h60" opacity={0.5} />
  </>,
)
