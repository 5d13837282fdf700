# The reference service (`vigil serve`), which keeps its data in /data. Made in the folder of a release:
#   docker build --tag vigil .
#   docker run --network host --volume vigil-data:/data vigil
# The service listens on 127.0.0.1 alone, so that its container shares the network of the host.
FROM node:24-bookworm-slim AS program

COPY vigil-*.tgz /tmp/
RUN npm install --global --ignore-scripts --offline /tmp/vigil-*.tgz \
  && rm /tmp/vigil-*.tgz \
  && install --directory --owner=node --group=node /data

USER node
VOLUME /data
ENTRYPOINT ["vigil"]

# `vigil forward` does not exist yet: until it does, what `docker build --target forward .` makes says so and ends.
FROM program AS forward
CMD ["forward"]

FROM program AS serve
CMD ["serve", "--port", "8080", "--db", "/data/vigil.db"]
