/** The variables of the environment that vigil heeds, for its manual page. */
export const ENVIRONMENT_VARIABLES: Readonly<Record<string, string>> = {
  VIGIL_PROFILE: 'The profile, where --profile names none.',
  VIGIL_BASE_URL: 'The server, where --base-url names none.',
  VIGIL_API_KEY: 'The API key, where the profile has none.',
  VIGIL_CONFIG: 'The config file.',
  VIGIL_LOG: 'A file that requests and faults are logged into.',
  XDG_CONFIG_HOME: 'The folder of vigil/config.toml instead of ~/.config.',
  XDG_STATE_HOME: 'The folder of vigil/ instead of ~/.local/state, for all that is kept on this host.',
  HTTPS_PROXY: 'A proxy, never for this machine. NO_PROXY names the hosts that it is not for.',
  NO_COLOR: 'No colours, when it is set to anything but an empty string. It goes before FORCE_COLOR.',
  FORCE_COLOR: 'Colours also on a pipe, when it is set to anything but 0 or false; with these, none.',
  COLORFGBG: 'What the terminal has behind its text, where it does not say so itself.',
  PAGER: 'What shows help that is longer than the terminal, instead of less. With NO_PAGER nothing does.',
};
