# The reference service (`vigil serve`), which keeps its data in /data. Made in the folder of a release:
#   docker build --tag vigil .
#   docker run --network host --volume vigil-data:/data vigil
# The forwarding of events (`vigil forward`), which keeps its position in /data:
#   docker build --tag vigil-forward --target forward .
#   docker run --env VIGIL_BASE_URL --env VIGIL_API_KEY --volume vigil-data:/data vigil-forward --to https://siem.example/events
# The service listens on 127.0.0.1 alone, so that its container shares the network of the host.
FROM node:24-bookworm-slim AS program

COPY vigil-*.tgz /tmp/
RUN npm install --global --ignore-scripts --offline /tmp/vigil-*.tgz \
  && rm /tmp/vigil-*.tgz \
  && install --directory --owner=node --group=node /data

USER node
VOLUME /data
ENTRYPOINT ["vigil"]

FROM program AS forward
ENTRYPOINT ["vigil", "forward", "--state", "/data/forward-position"]
CMD ["--to", "-"]

FROM program AS serve
CMD ["serve", "--port", "8080", "--db", "/data/vigil.db"]
