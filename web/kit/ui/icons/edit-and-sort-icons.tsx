import { makeIcon } from './icon.tsx'

export const MoveIcon = /* @__PURE__ */ makeIcon(
  <path d="M12 3v18M3 12h18M9.500 5.500L12 3l2.500 2.500M9.500 18.500L12 21l2.500-2.500M5.500 9.500L3 12l2.500 2.500M18.500 9.500L21 12l-2.500 2.500" />,
)
export const EditIcon = /* @__PURE__ */ makeIcon(<path d="M4 20l1-4L16 5l3 3L8 19zM14 7l3 3" />)
export const UpIcon = /* @__PURE__ */ makeIcon(<path d="M12 19V5M6 11l6-6 6 6" />)
export const SortIcon = /* @__PURE__ */ makeIcon(
  <path d="M8 5v14M4 15l4 4 4-4M16 19V5M12 9l4-4 4 4" />,
)
