import { makeIcon } from './icon.tsx'

export const MenuIcon = /* @__PURE__ */ makeIcon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const HomeIcon = /* @__PURE__ */ makeIcon(
  <path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />,
)
export const ListIcon = /* @__PURE__ */ makeIcon(
  <path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" />,
)
export const CalendarIcon = /* @__PURE__ */ makeIcon(
  <>
    <rect x="4" y="5" width="16" height="15" rx="2" />
    <path d="M4 10h16M8 3v4M16 3v4" />
  </>,
)
export const MonthIcon = /* @__PURE__ */ makeIcon(
  <>
    <rect x="4" y="5" width="16" height="15" rx="2" />
    <path d="M4 10h16M8 3v4M16 3v4M8 13.500h.010M12 13.500h.010M16 13.500h.010M8 16.500h.010M12 16.500h.010" />
  </>,
)
export const ChartIcon = /* @__PURE__ */ makeIcon(<path d="M5 20v-9M12 20V4M19 20v-6" />)
export const PersonIcon = /* @__PURE__ */ makeIcon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c1-4 4-6 7.500-6s6.500 2 7.500 6" />
  </>,
)
export const PeopleIcon = /* @__PURE__ */ makeIcon(
  <>
    <circle cx="9" cy="8" r="3.500" />
    <path d="M2.500 19c.8-3.500 3.400-5 6.500-5s5.700 1.500 6.500 5M16 5a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .6 3.200 2 3.700 4.500" />
  </>,
)
export const BellIcon = /* @__PURE__ */ makeIcon(
  <path d="M6 16v-5a6 6 0 0 1 12 0v5l1.500 2h-15zM10 21h4" />,
)
export const PlusIcon = /* @__PURE__ */ makeIcon(<path d="M12 5v14M5 12h14" />)
export const LeftIcon = /* @__PURE__ */ makeIcon(<path d="M14.500 6l-6 6 6 6" />)
export const RightIcon = /* @__PURE__ */ makeIcon(<path d="M9.500 6l6 6-6 6" />)
export const SettingsIcon = /* @__PURE__ */ makeIcon(
  <path d="M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4" />,
)
export const SearchIcon = /* @__PURE__ */ makeIcon(
  <>
    <circle cx="11" cy="11" r="6.500" />
    <path d="M16 16l4.500 4.500" />
  </>,
)
export const ClockIcon = /* @__PURE__ */ makeIcon(
  <>
    <circle cx="12" cy="12" r="8.500" />
    <path d="M12 7v5l3.500 2" />
  </>,
)
export const VideoIcon = /* @__PURE__ */ makeIcon(
  <>
    <rect x="3" y="6" width="12.500" height="12" rx="2" />
    <path d="M15.500 11l5.500-3.500v9L15.500 13z" />
  </>,
)
export const BookIcon = /* @__PURE__ */ makeIcon(
  <path d="M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11" />,
)
export const MailIcon = /* @__PURE__ */ makeIcon(
  <>
    <rect x="3" y="5.500" width="18" height="13" rx="2" />
    <path d="M3.500 7.500l8.500 6 8.500-6" />
  </>,
)
export const SunIcon = /* @__PURE__ */ makeIcon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400" />
  </>,
)
export const MoonIcon = /* @__PURE__ */ makeIcon(
  <path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z" />,
)
export const LogoutIcon = /* @__PURE__ */ makeIcon(
  <path d="M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M17 8.500l3.500 3.500-3.500 3.500" />,
)
export const CloseIcon = /* @__PURE__ */ makeIcon(<path d="M6 6l12 12M18 6L6 18" />)
export const CheckIcon = /* @__PURE__ */ makeIcon(<path d="M5 12.500l4.500 4.500L19 7.500" />)
export const MoreIcon = /* @__PURE__ */ makeIcon(
  <path d="M12 5.500v.010M12 12v.010M12 18.500v.010" strokeWidth="3" />,
)
