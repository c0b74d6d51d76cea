import { icon } from './icon.tsx'

const eye = (
  <>
    <path d="M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z" />
    <circle cx="12" cy="12" r="2.5" />
  </>
)
export const EyeIcon = /* @__PURE__ */ icon(eye)
export const EyeOffIcon = /* @__PURE__ */ icon(
  <>
    {eye}
    <path d="M5 4l14 16" />
  </>,
)
